//! Placeholder of the member package until its first program lands.

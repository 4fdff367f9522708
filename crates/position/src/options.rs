//! The names of rule options.

/// Gives an option type its names, in both directions.
macro_rules! option_names {
    ($type:ident, $($variant:ident = $name:literal),+) => {
        impl $type {
            /// All values, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The value's name in a rules id.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            pub(crate) fn from_name(option: &str, name: &str) -> Result<Self, crate::error::RuleError> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(crate::error::RuleError::Value {
                        option: option.to_owned(),
                        found: name.to_owned(),
                        allowed: [$($name),+].join(", "),
                    }),
                }
            }
        }
    };
}
pub(crate) use option_names;

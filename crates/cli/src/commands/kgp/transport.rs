//! The connection: lines over TCP, or messages over a WebSocket.

use super::wire::MAX_LINE;
use crate::failure::{Failure, Kind};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;
use tungstenite::protocol::Role;
use tungstenite::{Error, Message, WebSocket};

/// The port of servers whose address names none.
const PORT: u16 = 2671;

/// The longest wait for a connection and for the server's first line.
pub(super) const CONNECTING: Duration = Duration::from_secs(30);

/// The end of a connection that lines are sent to.
pub(super) struct Sender(Stream);

/// The end of a connection that lines come from.
pub(super) struct Receiver {
    stream: Stream,
    lines: LineBuffer,
}

/// One end of a connection.
enum Stream {
    Tcp(TcpStream),
    WebSocket(Box<WebSocket<TcpStream>>),
}

/// An address as the user writes it.
#[derive(PartialEq, Eq, Debug)]
struct Address<'a> {
    host: &'a str,
    is_web_socket: bool,
}

impl<'a> Address<'a> {
    fn parse(text: &'a str) -> Result<Self, Failure> {
        let refuse = |message: &str, hint: &str| {
            Err(Failure::new(Kind::Usage, format_args!("{message}: `{text}`")).hint(hint))
        };
        let (scheme, rest) = text.split_once("://").unwrap_or(("tcp", text));
        let is_web_socket = match scheme {
            "tcp" | "kgp" => false,
            "ws" => true,
            "wss" => {
                return refuse(
                    "encrypted WebSockets are not supported",
                    "a tunnel such as stunnel opens the server to ws://localhost:PORT/PATH",
                );
            }
            _ => return refuse("not an address", "HOST, HOST:PORT or ws://HOST:PORT/PATH"),
        };
        let host = rest.split('/').next().unwrap_or(rest);
        if host.is_empty() || (!is_web_socket && host != rest) {
            return refuse("not an address", "HOST, HOST:PORT or ws://HOST:PORT/PATH");
        }
        Ok(Self {
            host,
            is_web_socket,
        })
    }

    /// The host with its port.
    fn with_port(&self) -> String {
        let behind_host = self.host.rsplit(']').next().unwrap_or(self.host);
        if behind_host.contains(':') {
            self.host.to_owned()
        } else {
            let port = if self.is_web_socket { 80 } else { PORT };
            format!("{}:{port}", self.host)
        }
    }
}

/// Connects to `HOST`, `HOST:PORT` or `ws://HOST:PORT/PATH`.
pub(super) fn connect(text: &str) -> Result<(Sender, Receiver), Failure> {
    let address = Address::parse(text)?;
    let failed = |error: &dyn std::fmt::Display| {
        Failure::new(Kind::Io, format_args!("cannot connect to {text}: {error}"))
            .hint("is the server running there, and is the port right?")
    };
    let open = || {
        let stream = TcpStream::connect(address.with_port())?;
        stream.set_nodelay(true)?;
        // For the handshake of a WebSocket only.
        stream.set_read_timeout(Some(CONNECTING))?;
        Ok((stream.try_clone()?, stream))
    };
    let (sending, receiving) = open().map_err(|error: io::Error| failed(&error))?;
    let (sender, receiver) = if address.is_web_socket {
        let handshake = tungstenite::client(text, receiving);
        let (receiving, _) = handshake.map_err(|error| failed(&error))?;
        // The receiving end answers pings and the sending end writes lines, each a whole frame.
        let sending = WebSocket::from_raw_socket(sending, Role::Client, None);
        (
            Stream::WebSocket(Box::new(sending)),
            Stream::WebSocket(Box::new(receiving)),
        )
    } else {
        (Stream::Tcp(sending), Stream::Tcp(receiving))
    };
    let stream = match &receiver {
        Stream::Tcp(stream) => stream,
        Stream::WebSocket(socket) => socket.get_ref(),
    };
    stream
        .set_read_timeout(None)
        .map_err(|error| failed(&error))?;
    let receiver = Receiver {
        stream: receiver,
        lines: LineBuffer::default(),
    };
    Ok((Sender(sender), receiver))
}

impl Sender {
    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\r\n");
        match &mut self.0 {
            Stream::Tcp(stream) => stream.write_all(line.as_bytes()),
            Stream::WebSocket(socket) => {
                let sent = socket.send(Message::text(line));
                sent.map_err(|error| match error {
                    Error::Io(error) => error,
                    other => io::Error::other(other),
                })
            }
        }
    }

    /// Closes the connection, which ends the receiver's wait too.
    pub(super) fn close(&mut self) {
        let stream = match &mut self.0 {
            Stream::Tcp(stream) => stream,
            Stream::WebSocket(socket) => {
                // A server that is gone hears no farewell.
                let _ = socket.close(None);
                let _ = socket.flush();
                socket.get_mut()
            }
        };
        let _ = stream.shutdown(Shutdown::Both);
    }
}

impl Receiver {
    /// Waits for the next line; `None` if the connection is closed or broken.
    pub(super) fn receive(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.lines.next_line() {
                return Some(line);
            }
            match &mut self.stream {
                Stream::Tcp(stream) => {
                    let mut bytes = [0; 4096];
                    match stream.read(&mut bytes) {
                        Ok(0) => return None,
                        Ok(length) => self.lines.extend(&bytes[..length]),
                        Err(error) if error.kind() == ErrorKind::Interrupted => {}
                        Err(_) => return None,
                    }
                }
                Stream::WebSocket(socket) => match socket.read() {
                    Ok(message @ (Message::Text(_) | Message::Binary(_))) => {
                        self.lines.extend(&message.into_data());
                        // A message is a line, whether it has an end or not.
                        self.lines.extend(b"\n");
                    }
                    Ok(_) => {}
                    Err(_) => return None,
                },
            }
        }
    }
}

/// Bytes that come in pieces, as lines. What is longer than [`MAX_LINE`] is dropped.
#[derive(Default)]
struct LineBuffer {
    bytes: Vec<u8>,
    /// Whether the rest of a line is being dropped.
    dropping: bool,
}

impl LineBuffer {
    fn extend(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn next_line(&mut self) -> Option<String> {
        while let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.bytes.drain(..=end).collect();
            let dropped = std::mem::take(&mut self.dropping);
            if !dropped && line.len() <= MAX_LINE {
                return Some(String::from_utf8_lossy(&line).trim_end().to_owned());
            }
        }
        if self.bytes.len() > MAX_LINE {
            self.bytes.clear();
            self.dropping = true;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_port_and_a_scheme() {
        for (text, host, is_web_socket) in [
            ("localhost", "localhost:2671", false),
            ("localhost:99", "localhost:99", false),
            ("tcp://example.org", "example.org:2671", false),
            ("[::1]", "[::1]:2671", false),
            ("[::1]:7", "[::1]:7", false),
            ("ws://example.org/socket", "example.org:80", true),
            ("ws://example.org:8080/socket", "example.org:8080", true),
        ] {
            let address = Address::parse(text).expect(text);
            assert_eq!(
                (address.with_port().as_str(), address.is_web_socket),
                (host, is_web_socket)
            );
        }
        for text in ["", "http://x", "wss://x/y", "host/path", "ws:///x"] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lines_come_in_pieces_and_long_ones_are_dropped() {
        let mut lines = LineBuffer::default();
        lines.extend(b"kgp 1");
        assert_eq!(lines.next_line(), None);
        lines.extend(b" 0 0\r\npi");
        assert_eq!(lines.next_line().as_deref(), Some("kgp 1 0 0"));
        lines.extend(b"ng\n");
        assert_eq!(lines.next_line().as_deref(), Some("ping"));
        for _ in 0..5 {
            lines.extend(&[b'x'; 10_000]);
            assert_eq!(lines.next_line(), None);
        }
        assert!(lines.bytes.len() <= MAX_LINE);
        lines.extend(b"y\nstate\n");
        assert_eq!(lines.next_line().as_deref(), Some("state"));
    }
}

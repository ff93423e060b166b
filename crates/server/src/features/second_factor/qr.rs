//! A QR code as SVG: one path of dark squares on white, readable in the dark theme too.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// Modules of white around the code, as the standard asks.
const QUIET_ZONE: i32 = 4;

/// The image of a text, or nothing for one that is too long for any code.
pub(super) fn svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size() + 2 * QUIET_ZONE;
    let mut dark = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(dark, "M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{dark}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::svg;

    #[test]
    fn a_text_becomes_one_path_and_one_without_end_becomes_nothing() {
        let image = svg("otpauth://totp/Nomina:a@x.org?secret=GEZDGNBV").unwrap();
        assert!(image.starts_with("<svg ") && image.matches("<path").count() == 2);
        assert!(svg(&"x".repeat(5000)).is_none());
    }
}

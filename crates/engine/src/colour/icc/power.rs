//! Powers from additions, products and quotients alone, which every machine rounds alike; a system's own `powf` differs.

/// `base` to the power of `exponent` for bases in 0..=16; anything else counts as the nearest of these.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    if base.is_nan() || base <= 0.0 {
        return 0.0;
    }
    exp2(exponent * log2(base.clamp(f64::MIN_POSITIVE, 16.0)))
}

/// The binary logarithm: the exponent, and a series for the rest.
fn log2(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let mantissa = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    // From 1..2 to around 1, where ln m = 2 (z + z³/3 + z⁵/5 + ...) with z = (m - 1) / (m + 1) ends soon.
    let (mantissa, exponent) = if mantissa > std::f64::consts::SQRT_2 {
        (mantissa * 0.5, exponent + 1)
    } else {
        (mantissa, exponent)
    };
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let series = (0..13).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) + 2.0 * z * series * std::f64::consts::LOG2_E
}

fn exp2(x: f64) -> f64 {
    let x = x.clamp(-1000.0, 1000.0);
    let whole = (x + if x < 0.0 { -0.5 } else { 0.5 }) as i32;
    let rest = (x - f64::from(whole)) * std::f64::consts::LN_2;
    let series = (1..16).rev().fold(1.0, |sum, k| 1.0 + sum * rest / f64::from(k));
    series * f64::from_bits(((whole + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_power_is_that_of_the_system_within_a_hair(base in 1e-9f64..16.0, exponent in 0.01f64..8.0) {
            let expected = base.powf(exponent);
            assert!((power(base, exponent) - expected).abs() <= 1e-12 * expected.max(1e-3), "{base} {exponent}");
        }
    }

    #[test]
    fn senseless_numbers_stay_numbers() {
        for base in [f64::NAN, f64::INFINITY, -1.0, 0.0, f64::MIN_POSITIVE / 8.0] {
            for exponent in [-1e9, -2.0, 0.0, 1e9] {
                assert!(power(base, exponent).is_finite(), "{base} {exponent}");
            }
        }
        assert_eq!(power(1.0, 2.4), 1.0);
    }
}

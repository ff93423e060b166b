//! A wide vector made of two narrow ones, for levels without 256-bit registers.

use super::{Lanes, Narrow, Wide};

#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<V>(V, V);

macro_rules! both {
    ($($name:ident),*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self(self.0.$name(other.0), self.1.$name(other.1))
        }
    )*};
}

impl<V: Narrow> Lanes for Pair<V> {
    both!(add16, sub16, add32, sub32, madd, mullo16, mulhi_u16, mulhi16, max16, xor, pack32, pack16);
    both!(low16, high16, low32, high32, low64, high64);

    #[inline(always)]
    fn splat16(value: i16) -> Self {
        Self(V::splat16(value), V::splat16(value))
    }
    #[inline(always)]
    fn splat32(value: i32) -> Self {
        Self(V::splat32(value), V::splat32(value))
    }
    #[inline(always)]
    fn abs16(self) -> Self {
        Self(self.0.abs16(), self.1.abs16())
    }
    #[inline(always)]
    fn shr16<const N: i32>(self) -> Self {
        Self(self.0.shr16::<N>(), self.1.shr16::<N>())
    }
    #[inline(always)]
    fn shl16<const N: i32>(self) -> Self {
        Self(self.0.shl16::<N>(), self.1.shl16::<N>())
    }
    #[inline(always)]
    fn shr32<const N: i32>(self) -> Self {
        Self(self.0.shr32::<N>(), self.1.shr32::<N>())
    }
}

impl<V: Narrow> Wide for Pair<V> {
    type Half = V;

    #[inline(always)]
    fn join(low: V, high: V) -> Self {
        Self(low, high)
    }
    #[inline(always)]
    fn halves(self) -> (V, V) {
        (self.0, self.1)
    }
    #[inline(always)]
    fn load(from: &[i16; 16]) -> Self {
        let (low, high) = from.split_at(8);
        Self(V::load(first(low)), V::load(first(high)))
    }
    #[inline(always)]
    fn store(self, to: &mut [i16; 16]) {
        let (low, high) = to.split_at_mut(8);
        let (mut a, mut b) = ([0; 8], [0; 8]);
        self.0.store(&mut a);
        self.1.store(&mut b);
        low.copy_from_slice(&a);
        high.copy_from_slice(&b);
    }
    #[inline(always)]
    fn load_u8(from: &[u8; 16]) -> Self {
        let (low, high) = from.split_at(8);
        Self(V::load_u8(first(low)), V::load_u8(first(high)))
    }
}

/// The first eight elements of a slice that has at least eight.
#[inline(always)]
fn first<T>(slice: &[T]) -> &[T; 8] {
    slice.first_chunk().expect("halves of sixteen")
}

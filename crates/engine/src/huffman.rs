//! How long the codes of Huffman's tree are, with a limit: for JPEG's tables and for deflate's.
//! ITU-T T.81, K.2; RFC 1951, section 3.2.2.

/// How many codes have each length (index = length; nothing at 0). `weights` descend; at least two of them give a
/// complete code, a single one gets one bit.
pub(crate) fn lengths(weights: &[u64], limit: usize) -> Vec<u32> {
    limited(depths(weights), limit)
}

/// How many leaves of Huffman's tree lie at each depth (index = depth).
fn depths(weights: &[u64]) -> Vec<u32> {
    let leaves = weights.len();
    // Leaves in ascending order, then inner nodes, which come out in ascending order by themselves.
    let mut nodes: Vec<u64> = weights.iter().rev().copied().collect();
    let mut parents = vec![0usize; 2 * leaves - 1];
    let (mut leaf, mut inner) = (0, leaves);
    for made in leaves..2 * leaves - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let take_leaf = leaf < leaves && (inner >= made || nodes[leaf] <= nodes[inner]);
            let taken = if take_leaf { &mut leaf } else { &mut inner };
            sum += nodes[*taken];
            parents[*taken] = made;
            *taken += 1;
        }
        nodes.push(sum);
    }
    let mut depth = vec![0usize; 2 * leaves - 1];
    let mut counts = vec![0; leaves + 1];
    for node in (0..2 * leaves - 1).rev() {
        if node < 2 * leaves - 2 {
            depth[node] = depth[parents[node]] + 1;
        }
        if node < leaves {
            counts[depth[node].max(1)] += 1;
        }
    }
    counts
}

/// Shortens codes over the limit: a pair of them moves up one bit, and a shorter code makes room by becoming two.
fn limited(mut counts: Vec<u32>, limit: usize) -> Vec<u32> {
    counts.resize(counts.len().max(limit + 1), 0);
    for length in (limit + 1..counts.len()).rev() {
        while counts[length] > 0 {
            let shorter = (1..length - 1).rev().find(|&l| counts[l] > 0).unwrap_or(1);
            counts[length] -= 2;
            counts[length - 1] += 1;
            counts[shorter + 1] += 2;
            counts[shorter] -= 1;
        }
    }
    counts.truncate(limit + 1);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_weight_has_a_code_and_the_space_is_filled(
            mut weights in prop::collection::vec(prop_oneof![1u64..20, any::<u32>().prop_map(u64::from)], 2..286),
            limit in 9usize..=16,
        ) {
            weights.sort_unstable_by(|a, b| b.cmp(a));
            let counts = lengths(&weights, limit);
            prop_assert_eq!(counts.iter().sum::<u32>() as usize, weights.len());
            let space: u32 = (1..=limit).map(|length| counts[length] << (limit - length)).sum();
            prop_assert_eq!(space, 1 << limit);
        }
    }

    #[test]
    fn weights_like_fibonacci_numbers_stay_within_the_limit() {
        let mut weights = vec![1u64, 1];
        for i in 2..60 {
            weights.push(weights[i - 1] + weights[i - 2]);
        }
        weights.reverse();
        let counts = lengths(&weights, 14);
        assert_eq!(counts.iter().sum::<u32>(), 60);
        assert_eq!((1..=14).map(|length| counts[length] << (14 - length)).sum::<u32>(), 1 << 14);
    }
}

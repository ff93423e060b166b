// Addresses that no request of ours may reach, one or more from every special range (IANA's registries for IPv4 and IPv6), and
// public ones that carry a private address inside.
export const PUBLIC = ['93.184.216.34', '2606:2800:220:1::34']

export const FORBIDDEN = {
  'this network (0/8)': ['0.0.0.0', '0.1.2.3'],
  'loopback': ['127.0.0.1', '127.255.255.254', '::1'],
  'private (RFC 1918)': ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1'],
  'shared (100.64/10)': ['100.64.0.1', '100.127.255.254'],
  'link-local and cloud metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  'protocol assignments (192.0.0/24)': ['192.0.0.1', '192.0.0.170'],
  'benchmarking': ['198.18.0.1', '198.19.255.254', '2001:2::1'],
  'documentation': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  'multicast': ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast (240/4)': ['240.0.0.1', '255.255.255.255'],
  'unspecified': ['::'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'site-local': ['fec0::1'],
  'discard only': ['100::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  'IPv4-compatible and -translated': ['::127.0.0.1', '::ffff:0:127.0.0.1'],
  'NAT64': ['64:ff9b::127.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b:1::10.0.0.1'],
  'ORCHID': ['2001:20::1'],
  '6to4 and its relays': ['192.88.99.1', '2002:7f00:1::1', '2002:a00:1::1', '2002:a9fe:a9fe::1'],
  'Teredo': ['2001::1', '2001:0:7f00:1::1', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
  'ISATAP': ['2606:2800::5efe:127.0.0.1', '2606:2800::5efe:10.0.0.1', '2606:2800::200:5efe:192.168.0.1'],
}

/** The sixteen bytes of an IPv6 address. */
export function bytesOfV6(text) {
  const tail = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text)
  const hex = (high, low) => ((Number(high) << 8) | Number(low)).toString(16)
  const plain = tail ? `${tail[1]}${hex(tail[2], tail[3])}:${hex(tail[4], tail[5])}` : text
  const [left, right = ''] = plain.split('::')
  const groups = (part) => (part ? part.split(':') : [])
  const zeros = plain.includes('::') ? Array(8 - groups(left).length - groups(right).length).fill('0') : []
  const all = [...groups(left), ...zeros, ...groups(right)]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

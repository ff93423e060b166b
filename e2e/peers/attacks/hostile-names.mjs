// The attacker's zone: a name for every forbidden address, and names that try to slip past a check.
import { isIPv6 } from 'node:net'
import { FORBIDDEN, PUBLIC } from './addresses.mjs'

export const ZONE = 'attack.test'

const full = (label) => `${label}.${ZONE}`
const records = (name, addresses) => addresses.map((data) => ({ name, type: isIPv6(data) ? 'AAAA' : 'A', data }))
const alias = (name, data) => ({ name, type: 'CNAME', data })

const TRICKS = {
  'a public and a private address': (name) => records(name, [PUBLIC[0], '10.0.0.1']),
  'a public IPv4 and a private IPv6 address': (name) => records(name, [PUBLIC[0], 'fd00::1']),
  'a private IPv4 and a public IPv6 address': (name) => records(name, ['10.0.0.1', PUBLIC[1]]),
  'a chain of names that ends in private': (name) => [alias(name, full('second')), alias(full('second'), full('third')), ...records(full('third'), ['127.0.0.1', '::1'])],
  'a chain that passes a public name': (name) => [alias(name, 'www.example.org'), alias('www.example.org', 'localhost'), ...records('localhost', ['127.0.0.1', '::1'])],
}

const ranges = Object.entries(FORBIDDEN).flatMap(([range, addresses]) => addresses.map((address) => [`${range}: ${address}`, (name) => records(name, [address])]))

/** Names that must be refused: a label, and what is wrong with it. */
export const ROWS = [...ranges, ...Object.entries(TRICKS)].map(([what, answer], at) => ({ label: `row-${at}`, what, answer }))

/** The first question gets a public address, every later one a private: whoever asks twice connects to what nobody checked. */
const rebind = (name, before) => records(name, before ? ['127.0.0.1'] : [PUBLIC[0]])

const LABELS = new Map([...ROWS.map(({ label, answer }) => [label, answer]), ['public', (name) => records(name, PUBLIC)], ['rebind', rebind]])

/** What a name means. `hook-x` means the same as `x` and is asked for by itself. */
export function zone(name, type, before) {
  const label = name.replace(`.${ZONE}`, '').replace('hook-', '')
  const answer = LABELS.get(label)?.(name, before) ?? []
  return answer.filter((record) => record.type === type || record.type === 'CNAME')
}

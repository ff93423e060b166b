// A DNS server that an attacker would run: it decides anew for every question what a name means.
import { createSocket } from 'node:dgram'
import { bytesOfV6 } from './addresses.mjs'

const TYPES = { 1: 'A', 5: 'CNAME', 28: 'AAAA' }
const CODES = { A: 1, CNAME: 5, AAAA: 28 }

/** Letters of a name as lengths and labels. */
function encodeName(name) {
  const labels = name.split('.').filter(Boolean).map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function readQuestion(packet) {
  const labels = []
  let at = 12
  while (packet[at]) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + packet[at]))
    at += 1 + packet[at]
  }
  const end = at + 5
  return { name: labels.join('.').toLowerCase(), type: TYPES[packet.readUInt16BE(at + 1)], raw: packet.subarray(12, end) }
}

const DATA = {
  A: (text) => Buffer.from(text.split('.').map(Number)),
  AAAA: bytesOfV6,
  CNAME: encodeName,
}

/** One record that nobody may keep: it lives for zero seconds. */
function encodeRecord({ name, type, data }) {
  const bytes = DATA[type](data)
  const head = Buffer.alloc(10)
  head.writeUInt16BE(CODES[type], 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(bytes.length, 8)
  return Buffer.concat([encodeName(name), head, bytes])
}

function encodeAnswer(packet, raw, records) {
  const head = Buffer.alloc(12)
  packet.copy(head, 0, 0, 2)
  // An answer, authoritative, recursion available, no error.
  head.writeUInt16BE(0x8580, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, raw, ...records.map(encodeRecord)])
}

/**
 * Answers on port 53. `zone` gets a name, a type and how often that was asked before, and gives records.
 * @param {(name: string, type: string, before: number) => { name: string, type: string, data: string }[]} zone
 */
export async function startDns(zone) {
  const asked = new Map()
  const socket = createSocket('udp4')
  socket.on('message', (packet, { port, address }) => {
    const { name, type, raw } = readQuestion(packet)
    const key = `${name} ${type}`
    const before = asked.get(key) ?? 0
    asked.set(key, before + 1)
    socket.send(encodeAnswer(packet, raw, type ? zone(name, type, before) : []), port, address)
  })
  await new Promise((ready) => socket.bind(53, '127.0.0.1', ready))
  return { stop: () => socket.close() }
}

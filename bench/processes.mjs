// Processes of our binary, and what they use.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { nominaBinary } from '../e2e/peers/peers.mjs'
import { until } from '../e2e/until.mjs'

/** Starts a process of the binary, on a core of its own unless that is null, and waits for its first line or its answer. */
export async function startRole(role, env, core, url) {
  const pin = core === null ? [] : ['taskset', '-c', String(core)]
  const [file, ...args] = [...pin, nominaBinary(), role]
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  await (url ? until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok) : new Promise((heard) => child.stdout.once('data', heard)))
  const ended = new Promise((over) => child.once('exit', over))
  return { pid: child.pid, stop: async () => (child.kill('SIGTERM'), await ended) }
}

/** Seconds of processor time that a process has used. */
export function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const status = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

/** Megabytes of memory that a process has now. */
export const memoryMb = (pid) => status(pid, 'VmRSS')

/** Begins to watch the memory of a process: gives what it has now, and how to ask for the most it has had since then. */
export function watchMemory(pid) {
  // What signing in took (a password hash alone is 19 MB) must not hide what comes after it.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return { before: memoryMb(pid), most: () => status(pid, 'VmHWM') }
}

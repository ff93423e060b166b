#!/usr/bin/env node
// Starts the binary that npm has installed for this machine, with the same arguments, input, output and exit code.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'

const name = `nomina-${process.platform}-${process.arch}`
let binary
try {
  binary = createRequire(import.meta.url).resolve(`${name}/bin/nomina`)
} catch {
  console.error(`nomina: there is no program for ${process.platform} on ${process.arch} here. If there should be one, install again without --omit=optional (package ${name}).`)
  process.exit(1)
}
const child = spawn(binary, process.argv.slice(2), { stdio: 'inherit' })
// Ctrl+C reaches the program as well; it says what was done, and this waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(`nomina: the program could not be started: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))

// A program that answers every line with a line, kept open between questions.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export function lineProcess(path) {
  const child = spawn(path, [], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = []
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line))
  child.on('exit', (code) => {
    for (const question of waiting) question.reject(new Error(`${path} ended with ${code}`))
  })
  return {
    ask: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        child.stdin.write(`${line}\n`)
      }),
    close: () => child.stdin.end(),
  }
}

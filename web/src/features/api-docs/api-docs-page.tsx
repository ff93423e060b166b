// The API in words and examples. The examples are data: a test runs each of them against the real server.
import { Button, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { toast, toastError } from '@/ui/toasts'
import classes from './api-docs-page.module.css'
import EXAMPLES from './examples.json'
import { Requests } from './requests'

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'python', label: 'Python' },
  { value: 'javascript', label: 'JavaScript' },
] as const
type Language = (typeof LANGUAGES)[number]['value']
type Example = (typeof EXAMPLES)[number]

const isLanguage = (value: string): value is Language => LANGUAGES.some((known) => known.value === value)

export function ApiDocsPage() {
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <article className={classes.page}>
      <h1>API</h1>
      <p className={classes.lead}>
        Names and processed images for programs. It is part of the Professional plan; make a key in the{' '}
        <Link to="/dashboard/settings">settings</Link>.
      </p>
      <Rules />
      <Requests />
      <h2>Examples</h2>
      <SegmentedControl
        aria-label="Language of the examples"
        data={[...LANGUAGES]}
        value={language}
        onChange={(value) => isLanguage(value) && setLanguage(value)}
      />
      {EXAMPLES.map((example) => (
        <ExampleSection key={example.id} example={example} language={language} />
      ))}
      <Machines />
    </article>
  )
}

function Rules() {
  return (
    <>
      <h2>The rules</h2>
      <ul>
        <li>
          Every request carries <code>Authorization: Bearer nmn_live_…</code>. A key has scopes: <code>name</code>,{' '}
          <code>process</code>, <code>read</code>.
        </li>
        <li>
          A refusal is <code>application/problem+json</code>: <code>title</code> is a sentence to show,{' '}
          <code>code</code> is for programs and does not change.
        </li>
        <li>
          <code>503</code> means that every place is taken, <code>429</code> that a limit is reached;{' '}
          <code>Retry-After</code> says when to come back.
        </li>
        <li>
          Every answer says what is used and allowed: <code>nomina-usage-day</code>, <code>nomina-limit-day</code>,{' '}
          <code>nomina-usage-month</code> and <code>nomina-limit-month</code>.
        </li>
        <li>
          With an <code>Idempotency-Key</code> a request can be sent again for a day: the first answer comes back. The
          same key with another body is refused with <code>422</code>, and with <code>409</code> while the first is
          still at work.
        </li>
        <li>
          A batch with a <code>webhookUrl</code> tells that address when it is over. The header{' '}
          <code>nomina-signature: t=…,v1=…</code> holds the time and an HMAC-SHA256 over <code>time.body</code> with the{' '}
          <code>webhookSecret</code> of the batch.
        </li>
      </ul>
    </>
  )
}

function ExampleSection({ example, language }: { example: Example; language: Language }) {
  const code = example[language]
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast('Copied', 'The example is in the clipboard.'),
      () => toastError('Copy Failed', 'The browser did not allow it. Select the text instead.'),
    )
  return (
    <section className={classes.example} aria-labelledby={`example-${example.id}`}>
      <h3 id={`example-${example.id}`}>{example.title}</h3>
      <p>{example.text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {code}
      </pre>
      <Button variant="default" size="xs" onClick={() => void copy()}>
        Copy
      </Button>
    </section>
  )
}

function Machines() {
  return (
    <>
      <h2>For machines</h2>
      <p>
        The whole interface as OpenAPI 3.1: <a href="/api/v1/openapi.json">openapi.json</a>. On the command line{' '}
        <code>nomina name</code>, <code>nomina process</code> and <code>nomina rename</code> do the same without a
        server, and <code>nomina mcp</code> offers them to an assistant.
      </p>
    </>
  )
}

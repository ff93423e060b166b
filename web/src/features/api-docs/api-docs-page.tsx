// The API in words and examples. The examples are data: a test runs each of them against the real server.
import { Button, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '@/lib/messages'
import { Rich } from '@/ui/rich'
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
      <h1>{t`API`}</h1>
      <p className={classes.lead}>
        <Rich
          text={t`Name and process images from your own scripts and apps. Included in the Professional plan. Create a key in <0>settings</0>.`}
          parts={[(words) => <Link to="/dashboard/settings">{words}</Link>]}
        />
      </p>
      <Rules />
      <Requests />
      <h2>{t`Examples`}</h2>
      <SegmentedControl
        aria-label={t`Language of the examples`}
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
      <h2>{t`Basics`}</h2>
      <ul>
        <li>
          <Rich
            text={t`Send your key with every request: <0>Authorization: Bearer nmn_live_…</0>. A key has scopes: <1>name</1>, <2>process</2>, <3>read</3>.`}
            parts={[
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
            ]}
          />
        </li>
        <li>
          <Rich
            text={t`Errors are <0>application/problem+json</0>. <1>title</1> is a sentence you can show, <2>code</2> is stable and meant for programs.`}
            parts={[(words) => <code>{words}</code>, (words) => <code>{words}</code>, (words) => <code>{words}</code>]}
          />
        </li>
        <li>
          <Rich
            text={t`<0>503</0> means that the server is busy, <1>429</1> that a limit is reached. <2>Retry-After</2> says when to try again.`}
            parts={[(words) => <code>{words}</code>, (words) => <code>{words}</code>, (words) => <code>{words}</code>]}
          />
        </li>
        <li>
          <Rich
            text={t`Every response states your usage and limits: <0>nomina-usage-day</0>, <1>nomina-limit-day</1>, <2>nomina-usage-month</2> and <3>nomina-limit-month</3>.`}
            parts={[
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
            ]}
          />
        </li>
        <li>
          <Rich
            text={t`Send an <0>Idempotency-Key</0> to retry safely. For a day, the same key returns the first response. With another body it gets <1>422</1>, and while the first request is running <2>409</2>.`}
            parts={[(words) => <code>{words}</code>, (words) => <code>{words}</code>, (words) => <code>{words}</code>]}
          />
        </li>
        <li>
          <Rich
            text={t`If a batch has a <0>webhookUrl</0>, that URL is called when the batch ends. The header <1>nomina-signature: t=…,v1=…</1> has the time and an HMAC-SHA256 of <2>time.body</2>, made with the <3>webhookSecret</3> of the batch.`}
            parts={[
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
              (words) => <code>{words}</code>,
            ]}
          />
        </li>
      </ul>
    </>
  )
}

function ExampleSection({ example, language }: { example: Example; language: Language }) {
  const code = example[language]
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast(t`Copied`, t`The example is on your clipboard.`),
      () => toastError(t`Copy Failed`, t`Your browser blocked it. Select the text and copy it instead.`),
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
        {t`Copy`}
      </Button>
    </section>
  )
}

function Machines() {
  return (
    <>
      <h2>{t`OpenAPI and command line`}</h2>
      <p>
        <Rich
          text={t`The whole API as OpenAPI 3.1: <0>openapi.json</0>. The commands <1>nomina name</1>, <2>nomina process</2> and <3>nomina rename</3> do the same without a server, and <4>nomina mcp</4> offers them to AI assistants.`}
          parts={[
            (words) => <a href="/api/v1/openapi.json">{words}</a>,
            (words) => <code>{words}</code>,
            (words) => <code>{words}</code>,
            (words) => <code>{words}</code>,
            (words) => <code>{words}</code>,
          ]}
        />
      </p>
    </>
  )
}

// The landing page: the tool itself in the hero, then what it does, for whom, and how.
import { type ReactNode, Suspense } from 'react'
import { t } from '@/lib/messages'
import { LinkButton } from '@/ui/link-button'
import { Rich } from '@/ui/rich'
import { Faq } from './faq'
import classes from './landing-page.module.css'
import { Pricing } from './pricing'
import { Showcase } from './showcase'
import { FEATURES, STEPS, USE_CASES } from './words'

/** `tool` is put in by the app: features do not know each other. */
export function LandingPage({ tool }: { tool: ReactNode }) {
  return (
    <>
      <section id="home" className={classes.hero}>
        <h1 className={classes.headline}>
          <Rich
            text={t`Every image gets <0>its-own-name</0>`}
            parts={[(words) => <span className={classes.marked}>{words}</span>]}
          />
        </h1>
        <p className={classes.lead}>
          {t`Drop a folder. Nomina looks at each image and names it for people and search engines. Watermark, resize, convert and compress in the same pass. Free, no account needed.`}
        </p>
        <div className={classes.tool}>{tool}</div>
      </section>
      {BELOW.map(([id, Part]) => (
        <Suspense key={id}>
          <Part />
        </Suspense>
      ))}
    </>
  )
}

/** Below the fold. Each part is a boundary of its own: React takes them over one by one, after the tool. */
const BELOW = [
  ['features', Features],
  ['showcase', Showcase],
  ['how-it-works', HowItWorks],
  ['use-cases', UseCases],
  ['pricing', Pricing],
  ['faq', Faq],
  ['call', CallToAction],
] as const

function Features() {
  return (
    <section id="features" className={classes.section}>
      <h2 className={classes.title}>{t`Everything a folder of images needs, in one pass`}</h2>
      <ul className={classes.features}>
        {FEATURES.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function HowItWorks() {
  return (
    <section id="how-it-works" className={classes.section}>
      <h2 className={classes.title}>{t`How it works`}</h2>
      <ol className={classes.steps}>
        {STEPS.map(({ title, text }, index) => (
          <li key={title}>
            <span className={classes.number}>0{index + 1}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function UseCases() {
  return (
    <section id="use-cases" className={classes.section}>
      <h2 className={classes.title}>{t`For everyone with more images than patience`}</h2>
      <ul className={classes.cases}>
        {USE_CASES.map(({ who, text }) => (
          <li key={who}>
            <h3>{who}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CallToAction() {
  return (
    <section className={classes.call}>
      <h2 className={classes.title}>{t`Try it on your next folder`}</h2>
      <p>
        {t`Start without an account. With one, you keep your history, save templates and set your defaults. The starter plan is free.`}
      </p>
      <div className={classes.callActions}>
        <LinkButton to="/auth" search={{ mode: 'signup' }} size="lg">
          {t`Get Started`}
        </LinkButton>
        <LinkButton to="/" hash="home" size="lg" variant="default">
          {t`Try it without an account`}
        </LinkButton>
      </div>
    </section>
  )
}

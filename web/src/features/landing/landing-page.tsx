// The landing page: the tool itself in the hero, then what it does, for whom, and how.
import { type ReactNode, Suspense } from 'react'
import { LinkButton } from '@/ui/link-button'
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
          Every image gets <span className={classes.marked}>its-own-name</span>
        </h1>
        <p className={classes.lead}>
          Drop a folder. Nomina looks at each image and names it for people and search engines. Watermark, resize,
          convert and compress in the same pass. Free, no account needed.
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
      <h2 className={classes.title}>Everything a folder of images needs, in one pass</h2>
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
      <h2 className={classes.title}>How it works</h2>
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
      <h2 className={classes.title}>For everyone with more images than patience</h2>
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
      <h2 className={classes.title}>The next folder names itself</h2>
      <p>
        Start without an account. With one, you keep your history, save templates and set your defaults. The starter
        plan is free.
      </p>
      <div className={classes.callActions}>
        <LinkButton to="/auth" search={{ mode: 'signup' }} size="lg">
          Get Started
        </LinkButton>
        <LinkButton to="/" hash="home" size="lg" variant="default">
          Try it without an account
        </LinkButton>
      </div>
    </section>
  )
}

// "Firefox on Windows" out of a user agent: good enough to recognise one's own devices, never used for decisions.
import { t } from '@/lib/messages'

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export function deviceName(userAgent: string | null | undefined): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  if (browser && system) return t`${browser} on ${system}`
  return browser ?? system ?? t`Unknown device`
}

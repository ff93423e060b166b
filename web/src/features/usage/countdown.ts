// How long until a count starts again, in words.
import { useEffect, useState } from 'react'
import { t } from '@/lib/messages'

const MINUTE_MS = 60_000

/** Such as "in 5 h 12 min" or "in 3 days". */
export function untilText(at: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((new Date(at).getTime() - now) / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return t`in ${Math.ceil(hours / 24)} days`
  if (hours === 0) return t`in ${minutes} min`
  return minutes % 60 === 0 ? t`in ${hours} h` : t`in ${hours} h ${minutes % 60} min`
}

/** The time, looked at once a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

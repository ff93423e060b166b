// An address for a blob, for as long as the component shows it.
import { useEffect, useState } from 'react'
import { releaseUrl } from '@/lib/release-url'

export function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(blob)
    setUrl(address)
    return () => releaseUrl(address)
  }, [blob])
  return url
}

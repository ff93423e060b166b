// The tool's seam: the landing page's hero and the dashboard's tools section both render this.

interface ToolProps {
  placement: 'landing' | 'dashboard'
}

export function Tool({ placement }: ToolProps) {
  return <section aria-label="Image tool" data-placement={placement} />
}

// Where the dashboard's questions ("Are you sure?") are drawn.
import { ModalsProvider } from '@mantine/modals'

export function Dialogs() {
  return <ModalsProvider>{null}</ModalsProvider>
}

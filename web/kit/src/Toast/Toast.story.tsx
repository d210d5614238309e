import { Header } from '../Header/Header.tsx'
import { Toast, type ToastProps } from './Toast.tsx'

export const title = 'Toast'
export const isInDialog = true

const nothing = () => {}

const over = (shown: ToastProps['shown']) => () => (
  <>
    <Header title="Toast" close={{ label: 'Close', onClick: nothing }} />
    <div className="body">
      <p>What the toast lies on stays in its place and can be read again once it has gone.</p>
      <div className="Skeleton row">
        <i className="tile" />
        <i className="w120" />
      </div>
    </div>
    <Toast shown={shown} dismissLabel="Dismiss" onDismiss={nothing} />
  </>
)

export const states = {
  loading: over({ kind: 'loading', text: 'Switching network', count: 1 }),
  success: over({ kind: 'success', text: 'Address copied', count: 2 }),
  error: over({ kind: 'error', text: 'The browser did not allow copying', count: 3 }),
}

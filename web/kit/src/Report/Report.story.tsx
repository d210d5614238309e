import { Report } from './Report.tsx'

export const title = 'Report'

export const states = {
  report: () => (
    <Report
      label="Report"
      report={'RuntimeError: unreachable\n  at engine 0.1.0 (wasm:0x2f31)'}
      copyLabel="Copy report"
      copiedLabel="Report copied"
    />
  ),
}

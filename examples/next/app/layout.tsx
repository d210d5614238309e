import type { Metadata } from 'next'

export const metadata: Metadata = {
  title: 'Latchkit and Next',
  description: 'A wallet in Next',
}

export default function RootLayout({ children }: LayoutProps<'/'>) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}

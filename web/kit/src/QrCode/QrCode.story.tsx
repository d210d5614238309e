import { Picture } from '../Picture/Picture.tsx'
import { QrCode } from './QrCode.tsx'

/** https://link.metamask.io/dapp/site.example/ */
const code = {
  size: 33,
  dark: [
    'fea43f3f8825f4f208bae0522e8ba8742ae8ba48552e882d9eea08feaaaabf800cd5d80057e295f68651f8c71826d9507a8',
    '7db6cf0c007a00df50c5adc6a98bb4b29f7085966ea90f35527a9039b443d50a20240828419be4d1846fc04c18156166358',
    'd74d12068744b54f40a33cacfc000fa9f8c8fede2aaf082c7fc880ba464efd0bab5e5290ba51ca0a8829b8dc00fe1f94890',
  ].join(''),
  label: 'Code that opens this page in Harbor',
}

export const title = 'QrCode'

export const states = {
  plain: () => <QrCode {...code} />,
  faint: () => (
    <QrCode {...code} isFaint>
      <Picture of="wallet" name="Harbor" size="large" />
    </QrCode>
  ),
  pictured: () => (
    <QrCode {...code}>
      <Picture of="wallet" name="Harbor" />
    </QrCode>
  ),
}

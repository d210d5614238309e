/** The message of the page as EIP-712 data, for the local chain. */
export const typedNote = (text: string) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Note: [
      { name: 'text', type: 'string' },
      { name: 'page', type: 'string' },
    ],
  },
  primaryType: 'Note',
  domain: { name: 'Quillmere', version: '1', chainId: '31337' },
  message: { text, page: location.host },
})

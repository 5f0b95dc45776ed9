const explorers: Record<string, string> = {
  btc: 'https://mempool.space/tx/',
  ltc: 'https://litecoinspace.org/tx/',
  doge: 'https://dogechain.info/tx/',
  eth: 'https://etherscan.io/tx/',
  bsc: 'https://bscscan.com/tx/',
  matic: 'https://polygonscan.com/tx/',
  arbitrum: 'https://arbiscan.io/tx/',
  op: 'https://optimistic.etherscan.io/tx/',
  base: 'https://basescan.org/tx/',
  trx: 'https://tronscan.org/#/transaction/',
  sol: 'https://solscan.io/tx/',
  xrp: 'https://xrpscan.com/tx/',
  ada: 'https://cardanoscan.io/transaction/',
  xmr: 'https://xmrchain.net/tx/',
}

/** Null if none is known. Lightning has none, because its transactions are not public. */
export function explorerOf(network: string | null, transactionId: string | null): string | null {
  const explorer = explorers[(network ?? '').toLowerCase()]
  return explorer && transactionId ? explorer + encodeURIComponent(transactionId) : null
}

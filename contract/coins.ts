/** What providers append to a token's symbol for the network that it is sent on. */
const networks = { trc20: 'TRC20', erc20: 'ERC20', bsc: 'BSC', sol: 'Solana', ln: 'Lightning' }

const onNetwork = new RegExp(`^(usdt|usdc|dai|bnb|btc|eth)(${Object.keys(networks).join('|')})$`)

/** A provider's word for a coin as people know it: `USDT (TRC20)` of `usdttrc20`, `BTC` of `btc`. */
export function coinName(code: string): string {
  const [, symbol, network] = onNetwork.exec(code) ?? []
  return symbol && network
    ? `${symbol.toUpperCase()} (${networks[network as keyof typeof networks]})`
    : code.toUpperCase()
}

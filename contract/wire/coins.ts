/** Suffixes that providers append to a token's symbol to name its network. */
const networks = { trc20: 'TRC20', erc20: 'ERC20', bsc: 'BSC', sol: 'Solana', ln: 'Lightning' }

const onNetwork = new RegExp(`^(usdt|usdc|dai|bnb|btc|eth)(${Object.keys(networks).join('|')})$`)

/** The display name of a provider's coin code: `USDT (TRC20)` for `usdttrc20`, `BTC` for `btc`. */
export function coinName(code: string): string {
  const [, symbol, network] = onNetwork.exec(code) ?? []
  return symbol && network
    ? `${symbol.toUpperCase()} (${networks[network as keyof typeof networks]})`
    : code.toUpperCase()
}

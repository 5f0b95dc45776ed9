/** Returns the setup link that the shop prints shortly after it starts to respond. */
export function printedLink({ said }: { said(): string }): string | undefined {
  return /Make this shop yours: (\S+\/setup#\S+)\n/.exec(said())?.[1]
}

/** The link of a shop's setup that its terminal shows, which comes a moment after it answers. */
export function printedLink({ said }: { said(): string }): string | undefined {
  return /Make this shop yours: (\S+\/setup#\S+)\n/.exec(said())?.[1]
}

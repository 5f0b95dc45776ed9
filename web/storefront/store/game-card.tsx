import type { Game } from '#contract/games.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { Cover } from '../cover.tsx'

/** The whole card is the link: its button reaches to the card's edges. */
export function GameCard({ game, eager }: { game: Game; eager: boolean }) {
  return (
    <li className="surface notch-6 group relative flex flex-col overflow-clip transition-[translate,box-shadow] duration-200 ease-out has-focus-visible:outline-2 has-focus-visible:outline-signal hover:-translate-y-1 hover:shadow-float">
      <Cover
        image={game.image}
        sizes="(min-width: 80rem) 18rem, (min-width: 36rem) 45vw, 92vw"
        eager={eager}
        className="aspect-[4/3]"
      />
      <div className="flex grow flex-col gap-4 p-5">
        <div className="flex grow flex-col gap-1.5">
          <h2 className="title text-lg">{game.name}</h2>
          {game.disabled ? (
            <Badge className="self-start">Currently unavailable</Badge>
          ) : (
            <Price amount={game.price} per="/ month" className="font-[650] text-lg" />
          )}
        </div>
        <LinkButton
          to={`/product/${game.id}`}
          prefetch="intent"
          size="small"
          aria-label={`View Details: ${game.name}`}
          className="after:absolute after:inset-0 group-hover:border-field group-hover:bg-lifted static! outline-none!"
        >
          View Details
        </LinkButton>
      </div>
    </li>
  )
}

/** The length of the plan that the landing page marks as the most popular. */
export const popularMonths = 6

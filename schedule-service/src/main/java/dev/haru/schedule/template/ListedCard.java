package dev.haru.schedule.template;

import org.jspecify.annotations.Nullable;

/**
 * A card on a page.
 *
 * @param ownRating of who asks, of this moment; null for none
 */
record ListedCard(
        TemplateCard card, ListPosition position, @Nullable Integer ownRating) {}

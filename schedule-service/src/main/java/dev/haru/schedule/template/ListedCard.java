package dev.haru.schedule.template;

import org.jspecify.annotations.Nullable;

/**
 * A card on a page.
 *
 * @param ownRating the current rating by the requesting member; null for none
 */
record ListedCard(
        TemplateCard card, ListPosition position, @Nullable Integer ownRating) {}

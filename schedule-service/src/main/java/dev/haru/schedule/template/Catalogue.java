package dev.haru.schedule.template;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.category.Categories;
import dev.haru.schedule.category.Category;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Combines templates from the database with the names of their categories in the language of the request. */
@Component
class Catalogue {

    private final TemplateLists lists;
    private final Templates templates;
    private final Categories categories;
    private final ReplicaRouting routing;

    Catalogue(TemplateLists lists, Templates templates, Categories categories, ReplicaRouting routing) {
        this.lists = lists;
        this.templates = templates;
        this.categories = categories;
        this.routing = routing;
    }

    /** Returns a page of released templates, with the member's own ratings if the request has a token. */
    TemplatePage page(
            @Nullable UUID memberId,
            String order,
            @Nullable String category,
            @Nullable String cursor,
            int limit,
            @Nullable String language) {
        TemplateOrder by = TemplateOrder.ofCode(order).orElseThrow(Catalogue::unknownOrder);
        Category in = category == null ? null : categories.require(category);
        ListPosition after = cursor == null ? null : ListPosition.ofCursor(cursor, by, category);
        List<ListedCard> found =
                read(memberId, () -> lists.page(by, in == null ? null : in.id(), after, memberId, limit + 1));
        List<ListedCard> page = found.subList(0, Math.min(limit, found.size()));
        return new TemplatePage(
                page.stream().map(listed -> summary(listed, language)).toList(),
                found.size() > limit ? page.getLast().position().toCursor(by, category) : null);
    }

    /** Returns all templates of the member. */
    OwnTemplates own(UUID memberId, @Nullable String language) {
        return new OwnTemplates(routing.of(memberId, () -> lists.own(memberId)).stream()
                .map(own -> own.response(categories.describe(own.categoryId(), language)))
                .toList());
    }

    /** Returns a released template, or any template of the member. */
    TemplateDetails details(@Nullable UUID memberId, UUID id) {
        return read(memberId, () -> templates.get(memberId, id));
    }

    /** Returns the language of the names of categories that best fits the {@code Accept-Language} header. */
    String languageFor(@Nullable String acceptLanguage) {
        return categories.languageFor(acceptLanguage);
    }

    /** Converts a template to the response for clients. */
    TemplateResponse response(TemplateDetails template, @Nullable String language) {
        return TemplateResponse.of(
                template, categories.describe(template.content().categoryId(), language));
    }

    /** Converts a form to content. Refuses an unknown category as an error of the field. */
    Content content(TemplateForm form) {
        String code = Objects.requireNonNull(form.category().code()); // validated
        Category category = categories
                .byCode(code)
                .orElseThrow(() -> InvalidRequest.field(
                        "category",
                        Message.of(
                                "field.one-of",
                                categories.all().stream().map(Category::code).collect(Collectors.joining(", ")))));
        form.category().requireReadOnlyFieldsOf(category);
        return form.content(category);
    }

    private TemplateSummary summary(ListedCard listed, @Nullable String language) {
        return TemplateSummary.of(
                listed.card(), categories.describe(listed.card().categoryId(), language), listed.ownRating());
    }

    private <T> T read(@Nullable UUID memberId, Supplier<T> query) {
        return memberId == null ? query.get() : routing.of(memberId, query);
    }

    private static InvalidRequest unknownOrder() {
        return InvalidRequest.field(
                "order",
                Message.of(
                        "field.one-of",
                        Arrays.stream(TemplateOrder.values())
                                .map(TemplateOrder::code)
                                .collect(Collectors.joining(", "))));
    }
}

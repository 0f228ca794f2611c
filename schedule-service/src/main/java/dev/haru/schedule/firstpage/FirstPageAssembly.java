package dev.haru.schedule.firstpage;

import dev.haru.schedule.category.Categories;
import dev.haru.schedule.category.Category;
import dev.haru.schedule.category.CategoryResponse;
import dev.haru.schedule.template.TemplateCard;
import dev.haru.schedule.template.TemplateLists;
import dev.haru.schedule.template.TemplateOrder;
import dev.haru.schedule.template.TemplateSummary;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Assembles a page. One statement reads its four sections; the categories come from memory. */
@Component
class FirstPageAssembly {

    private final TemplateLists lists;
    private final Categories categories;
    private final JsonMapper json;
    private final int items;

    FirstPageAssembly(TemplateLists lists, Categories categories, JsonMapper json, FirstPageProperties properties) {
        this.lists = lists;
        this.categories = categories;
        this.json = json;
        this.items = properties.items();
    }

    /** Returns the JSON of the page; without a category, of the page over all templates. */
    byte[] assemble(@Nullable Category category, String language) {
        Map<TemplateOrder, List<TemplateCard>> sections =
                lists.firstOfEach(category == null ? null : category.id(), items);
        return json.writeValueAsBytes(new FirstPageResponse(
                category == null ? null : CategoryResponse.of(category, language),
                section(sections, TemplateOrder.BEST_RATED, language),
                section(sections, TemplateOrder.MOST_ADOPTED, language),
                section(sections, TemplateOrder.NEWEST, language),
                section(sections, TemplateOrder.RECENTLY_UPDATED, language)));
    }

    private List<TemplateSummary> section(
            Map<TemplateOrder, List<TemplateCard>> sections, TemplateOrder order, String language) {
        return sections.getOrDefault(order, List.of()).stream()
                .flatMap(card -> summary(card, language))
                .toList();
    }

    /** Returns nothing for a template that was deleted with its category after the statement had read it. */
    private Stream<TemplateSummary> summary(TemplateCard card, String language) {
        return categories
                .byId(card.categoryId())
                .map(category -> TemplateSummary.of(card, category, language))
                .stream();
    }
}

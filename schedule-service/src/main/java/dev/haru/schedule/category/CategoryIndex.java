package dev.haru.schedule.category;

import dev.haru.platform.language.ReferenceList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All categories as one query returned them, indexed by code and by id. */
final class CategoryIndex {

    private final List<Category> all;
    private final Map<String, Category> byCode;
    private final Map<Integer, Category> byId;
    private final List<String> languages;
    private final ReferenceList<CategoriesResponse> list;

    CategoryIndex(List<Category> all) {
        this.all = List.copyOf(all);
        this.byCode = all.stream().collect(Collectors.toUnmodifiableMap(Category::code, Function.identity()));
        this.byId = all.stream().collect(Collectors.toUnmodifiableMap(Category::id, Function.identity()));
        this.languages = all.stream()
                .flatMap(category -> category.names().keySet().stream())
                .distinct()
                .toList();
        this.list = ReferenceList.of(languages, this::in);
    }

    List<Category> all() {
        return all;
    }

    List<String> languages() {
        return languages;
    }

    ReferenceList<CategoriesResponse> list() {
        return list;
    }

    @Nullable Category byCode(String code) {
        return byCode.get(code);
    }

    @Nullable Category byId(int id) {
        return byId.get(id);
    }

    private CategoriesResponse in(String language) {
        return new CategoriesResponse(all.stream()
                .map(category -> CategoryResponse.of(category, language))
                .toList());
    }
}

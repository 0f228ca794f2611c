package dev.haru.schedule.category;

import java.util.List;

/** All categories, by id, with their names in one language. */
record CategoriesResponse(List<CategoryResponse> items) {}

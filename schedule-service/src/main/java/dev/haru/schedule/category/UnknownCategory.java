package dev.haru.schedule.category;

import dev.haru.platform.problem.ProblemException;
import java.util.List;
import org.springframework.http.HttpStatus;

/** No category has this code: 404. The property {@code categories} lists the existing codes. */
public final class UnknownCategory extends ProblemException {

    private UnknownCategory(List<String> codes) {
        super(
                HttpStatus.NOT_FOUND,
                "unknown-category",
                "The category does not exist. The categories are: " + String.join(", ", codes) + ".");
        getBody().setProperty("categories", codes);
    }

    static UnknownCategory among(List<Category> categories) {
        return new UnknownCategory(categories.stream().map(Category::code).toList());
    }
}

package dev.haru.schedule.category;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.List;
import org.springframework.http.HttpStatus;

/** No category has this code: 404. The property {@code categories} lists the existing codes. */
final class UnknownCategory extends ProblemException {

    private UnknownCategory(List<String> codes) {
        super(
                HttpStatus.NOT_FOUND,
                "unknown-category",
                Message.of("detail.unknown-category", String.join(", ", codes)));
        getBody().setProperty("categories", codes);
    }

    static UnknownCategory among(List<Category> categories) {
        return new UnknownCategory(categories.stream().map(Category::code).toList());
    }
}

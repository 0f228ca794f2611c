package dev.haru.bench.templates;

import dev.haru.bench.templates.ExplainedQueries.Explained;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PlanController {

    private final ExplainedQueries queries;

    PlanController(ExplainedQueries queries) {
        this.queries = queries;
    }

    @GetMapping("/bench/plans")
    List<Explained> take() {
        return queries.take();
    }
}

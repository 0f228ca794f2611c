package dev.haru.schedule;

import dev.haru.platform.test.ServletPipelinePage;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;

@WholeService
class ServletPipelineTests {

    @Autowired
    private ListableBeanFactory beans;

    @Test
    void filtersEqualTheDocumentedPipeline() throws IOException {
        ServletPipelinePage.verify(beans);
    }
}

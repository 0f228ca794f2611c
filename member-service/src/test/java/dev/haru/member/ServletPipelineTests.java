package dev.haru.member;

import dev.haru.platform.pipeline.ServletPipeline;
import dev.haru.platform.test.ServletPipelinePage;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;

@MemberServiceTest
class ServletPipelineTests {

    @Autowired
    private ListableBeanFactory beans;

    @Test
    void filtersEqualTheDocumentedPipeline() throws IOException {
        ServletPipelinePage.verify(beans, ServletPipeline.CACHED_RESPONSE);
    }
}

package dev.haru.platform.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.pipeline.ServletPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.AbstractFilterRegistrationBean;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializerBeans;
import org.springframework.core.Ordered;

/** Compares the servlet filters of a running service with {@link ServletPipeline} and with docs/architecture.md. */
public final class ServletPipelinePage {

    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final String BEGIN = "<!-- service pipeline: written by make openapi -->\n";
    private static final String END = "<!-- end of service pipeline -->\n";
    private static final String HEAD = "| Order | Filter | Effect |\n|---|---|---|\n";

    private static final Map<Integer, String> EFFECTS = Arrays.stream(ServletPipeline.values())
            .collect(Collectors.toMap(ServletPipeline::order, ServletPipeline::effect));

    private ServletPipelinePage() {}

    /**
     * Asserts that each step has exactly one filter, and that the page describes the filters in their order. With the
     * system property {@code pipelines.write}, the service with all steps writes the page, and the others do not read
     * it.
     *
     * @param absent the steps that the service does not have
     */
    public static void verify(ListableBeanFactory beans, ServletPipeline... absent) throws IOException {
        List<AbstractFilterRegistrationBean<?>> filters = filters(beans);
        Set<ServletPipeline> omitted = Set.of(absent);
        assertThat(filters)
                .extracting(AbstractFilterRegistrationBean::getOrder)
                .containsExactly(Arrays.stream(ServletPipeline.values())
                        .filter(step -> !omitted.contains(step))
                        .map(ServletPipeline::order)
                        .toArray(Integer[]::new));
        String rows = filters.stream().map(ServletPipelinePage::row).collect(Collectors.joining());
        String page = Files.readString(PAGE);
        assertThat(page).as("the section has its marks").contains(BEGIN, END);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        String section = "\nService (servlet filters):\n\n" + HEAD + rows + "\n";
        if (!Boolean.getBoolean("pipelines.write")) {
            assertThat(without(omitted, page.substring(begin, end)))
                    .as("docs/architecture.md is stale: run 'make openapi' and commit it")
                    .isEqualTo(section);
        } else if (omitted.isEmpty()) {
            Files.writeString(PAGE, page.substring(0, begin) + section + page.substring(end));
        }
    }

    /** Returns the enabled filters as Spring Boot registers them, in their order. */
    private static List<AbstractFilterRegistrationBean<?>> filters(ListableBeanFactory beans) {
        return new ServletContextInitializerBeans(beans)
                .stream()
                        .filter(AbstractFilterRegistrationBean.class::isInstance)
                        .<AbstractFilterRegistrationBean<?>>map(AbstractFilterRegistrationBean.class::cast)
                        .filter(AbstractFilterRegistrationBean::isEnabled)
                        .toList();
    }

    /** Returns the section without the rows of these steps. */
    private static String without(Set<ServletPipeline> steps, String section) {
        return section.lines()
                .filter(line ->
                        steps.stream().noneMatch(step -> line.startsWith("| %s |".formatted(text(step.order())))))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String row(AbstractFilterRegistrationBean<?> filter) {
        return "| %s | `%s` | %s |\n"
                .formatted(text(filter.getOrder()), nameOf(filter), EFFECTS.get(filter.getOrder()));
    }

    /** Returns the filter's class, or the name of the bean for Spring Security's chain, which is a proxy. */
    private static String nameOf(AbstractFilterRegistrationBean<?> registration) {
        return registration instanceof DelegatingFilterProxyRegistrationBean
                ? "springSecurityFilterChain"
                : Objects.requireNonNull(registration.getFilter()).getClass().getSimpleName();
    }

    private static String text(int order) {
        if (order == Ordered.HIGHEST_PRECEDENCE) {
            return "highest";
        }
        return order < Ordered.HIGHEST_PRECEDENCE / 2
                ? "+" + (order - Ordered.HIGHEST_PRECEDENCE)
                : String.valueOf(order);
    }
}

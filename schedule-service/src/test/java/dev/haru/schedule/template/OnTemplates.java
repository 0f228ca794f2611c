package dev.haru.schedule.template;

import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.schedule.report.StatementCount;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Starts only the lists of templates and their ranking, with PostgreSQL. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@OnEmbeddedPostgres // must be first, or the slice requires an in-memory database
@JdbcTest
@Import({TemplateLists.class, RankingStore.class, StatementCount.class})
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@interface OnTemplates {}

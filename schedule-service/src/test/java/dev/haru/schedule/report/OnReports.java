package dev.haru.schedule.report;

import dev.haru.platform.test.OnEmbeddedPostgres;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The queries of reports on a real database, and no other components. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@OnEmbeddedPostgres // first; otherwise the slice requires an in-memory database
@JdbcTest
@Import({ReportQueries.class, StatusQueries.class, StatementCount.class})
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@interface OnReports {}

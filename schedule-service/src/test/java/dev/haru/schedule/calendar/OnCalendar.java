package dev.haru.schedule.calendar;

import dev.haru.platform.test.OnEmbeddedPostgres;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The calendar on the real database, without the web; what it commits stays, so each test has a member of its own. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@OnEmbeddedPostgres // first, or the slice asks for a database in memory
@DataJpaTest
@EnableConfigurationProperties(ScheduleProperties.class)
@Import({Calendar.class, ScheduleStore.class, ScheduleReader.class})
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@interface OnCalendar {}

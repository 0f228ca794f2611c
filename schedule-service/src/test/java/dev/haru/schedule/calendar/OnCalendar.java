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

/** The calendar on a real database, without the web layer. Commits remain, so each test uses a new member. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@OnEmbeddedPostgres // first; otherwise the slice requires an in-memory database
@DataJpaTest
@EnableConfigurationProperties(ScheduleProperties.class)
@Import({
    Calendar.class,
    ScheduleStore.class,
    IdempotentAddStore.class,
    OverlapReader.class,
    ScheduleWriter.class,
    CalendarTransaction.class,
    DeletedScheduleReader.class,
    DeletedScheduleStore.class,
    ChangeReader.class,
    ScheduleReader.class,
    ErasureStore.class,
    OccurrenceEditor.class
})
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@interface OnCalendar {}

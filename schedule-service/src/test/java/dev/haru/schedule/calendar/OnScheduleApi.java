package dev.haru.schedule.calendar;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** Starts the HTTP interface of schedules without a calendar. All tests of it share the application context. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@WebMvcTest({ScheduleController.class, ScheduleEditor.class, FreeBusyController.class})
@MockitoBean(types = {Calendar.class, OpaqueTokenIntrospector.class})
@Import(ScheduleApiFixture.class)
@interface OnScheduleApi {}

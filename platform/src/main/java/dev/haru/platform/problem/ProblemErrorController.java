package dev.haru.platform.problem;

import dev.haru.platform.language.Languages;
import dev.haru.platform.language.Messages;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns a problem for requests that the container refuses before Spring finds a controller, for example for a
 * rejected path.
 */
@Hidden
@RestController
class ProblemErrorController implements ErrorController {

    private final Messages messages;

    ProblemErrorController(Messages messages) {
        this.messages = messages;
    }

    @RequestMapping("${spring.web.error.path:/error}")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
        HttpStatus status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                ? HttpStatus.valueOf(code)
                : HttpStatus.NOT_FOUND;
        String language = messages.languageFor(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .headers(headers -> Languages.describe(headers, language))
                .body(Problems.localize(Problems.complete(ProblemDetail.forStatus(status)), language, messages));
    }
}

package dev.haru.platform.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFormatTests {

    private static final SecureRandom RANDOM = new SecureRandom();

    @Test
    void generatedTokenIsWellFormed() {
        for (int i = 0; i < 1_000; i++) {
            String token = TokenFormat.generate(TokenFormat.ACCESS, RANDOM);
            assertThat(token).hasSize(53).startsWith("hru_");
            assertThat(TokenFormat.isWellFormed(TokenFormat.ACCESS, token)).isTrue();
        }
    }

    @Test
    void tokenWithOneChangedCharacterIsMalformed() {
        String token = TokenFormat.generate(TokenFormat.ACCESS, RANDOM);
        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(TokenFormat.isWellFormed(
                            TokenFormat.ACCESS, token.substring(0, i) + other + token.substring(i + 1)))
                    .as("character %d", i)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hru_", "hru_ü", "Bearer", "hrr_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void otherTextIsMalformed(String text) {
        assertThat(TokenFormat.isWellFormed(TokenFormat.ACCESS, text)).isFalse();
    }

    @Test
    void versionBeforeRefusesPersonalAccessTokens() {
        String token = TokenFormat.generate(TokenFormat.PERSONAL, RANDOM);

        assertThat(TokenFormat.isBearerToken(token)).isTrue();
        assertThat(TokenFormat.isWellFormed(TokenFormat.ACCESS, token))
                .as("the check of the version before")
                .isFalse();
        assertThat(TokenFormat.isBearerToken(TokenFormat.ACCESS + token.substring(TokenFormat.PERSONAL.length())))
                .as("the checksum covers the prefix")
                .isFalse();
    }

    @Test
    void onlyAccessAndPersonalTokensAreBearerTokens() {
        assertThat(TokenFormat.PREFIXES)
                .filteredOn(prefix -> TokenFormat.isBearerToken(TokenFormat.generate(prefix, RANDOM)))
                .containsExactly(TokenFormat.ACCESS, TokenFormat.PERSONAL);
        assertThat(TokenFormat.isBearerToken("")).isFalse();
        assertThat(TokenFormat.isBearerToken(TokenFormat.PERSONAL)).isFalse();
    }

    @Test
    void tokenWithAnotherPrefixIsMalformed() {
        assertThat(TokenFormat.isWellFormed(TokenFormat.ACCESS, TokenFormat.generate(TokenFormat.REFRESH, RANDOM)))
                .isFalse();
    }
}

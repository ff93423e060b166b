<?php
/** Requests to the Nomina server. Everything that goes wrong is a WP_Error with a sentence for people. */

defined( 'ABSPATH' ) || exit;

final class Nomina_Client {
	const TIMEOUT_S = 60;

	private $url;
	private $key;

	public function __construct( string $url, string $key ) {
		$this->url = untrailingslashit( $url );
		$this->key = $key;
	}

	/** Name, alt text and keywords of an image, as an array with the fields of the API; or a WP_Error. */
	public function name( string $path, string $original_name ) {
		$image = file_get_contents( $path );
		if ( false === $image ) {
			return new WP_Error( 'nomina_unreadable', __( 'The uploaded file cannot be read.', 'nomina' ) );
		}
		$boundary = wp_generate_password( 32, false );
		$file     = str_replace( array( '"', "\r", "\n" ), '', $original_name );
		$body     = "--$boundary\r\nContent-Disposition: form-data; name=\"image\"; filename=\"$file\"\r\n"
			. "Content-Type: application/octet-stream\r\n\r\n$image\r\n"
			. "--$boundary\r\nContent-Disposition: form-data; name=\"originalName\"\r\n\r\n$original_name\r\n--$boundary--\r\n";
		return $this->send(
			'POST',
			'/api/v1/names',
			'suggestedName',
			array(
				'body'    => $body,
				'headers' => array(
					'Content-Type'    => "multipart/form-data; boundary=$boundary",
					'Idempotency-Key' => wp_generate_uuid4(),
				),
			)
		);
	}

	/** Names used and the allowance, as an array; or a WP_Error. Tells whether address and key are right. */
	public function usage() {
		return $this->send( 'GET', '/api/v1/usage', 'dailyFiles', array() );
	}

	private function send( string $method, string $path, string $field, array $request ) {
		if ( '' === $this->url || '' === $this->key ) {
			return new WP_Error( 'nomina_not_set_up', __( 'Enter the address of your Nomina server and an API key under Settings > Nomina.', 'nomina' ) );
		}
		$request['method']                   = $method;
		$request['timeout']                  = self::TIMEOUT_S;
		$request['redirection']              = 0;
		$request['headers']['Authorization'] = 'Bearer ' . $this->key;
		$response                            = wp_remote_request( $this->url . $path, $request );
		if ( is_wp_error( $response ) ) {
			/* translators: 1: address of the server, 2: technical reason */
			return new WP_Error( 'nomina_unreachable', sprintf( __( 'The Nomina server at %1$s did not give a complete response (%2$s).', 'nomina' ), $this->url, $response->get_error_message() ) );
		}
		$status = wp_remote_retrieve_response_code( $response );
		$body   = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( $status >= 200 && $status < 300 && is_array( $body ) && array_key_exists( $field, $body ) ) {
			return $body;
		}
		return $this->refusal( $status, is_array( $body ) ? $body : array() );
	}

	private function refusal( int $status, array $problem ) {
		if ( 401 === $status ) {
			return new WP_Error( 'nomina_wrong_key', __( 'Nomina does not accept the API key. It may be mistyped, expired or revoked: make a new one in Nomina and enter it under Settings > Nomina.', 'nomina' ) );
		}
		if ( isset( $problem['title'], $problem['code'] ) ) {
			return new WP_Error( 'nomina_' . $problem['code'], $problem['title'] );
		}
		if ( 413 === $status ) {
			return new WP_Error( 'nomina_too_large', __( 'The image is too large for the Nomina server.', 'nomina' ) );
		}
		/* translators: 1: address of the server, 2: status code */
		return new WP_Error( 'nomina_unexpected', sprintf( __( '%1$s did not respond as a Nomina server does (status %2$d). Check the address under Settings > Nomina.', 'nomina' ), $this->url, $status ) );
	}
}

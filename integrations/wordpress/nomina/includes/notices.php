<?php
/** Sentences for the person who uploaded: shown once on the next page of the administration. */

defined( 'ABSPATH' ) || exit;

final class Nomina_Notices {
	const KEY  = 'nomina_notices';
	const MOST = 5;

	public static function register() {
		add_action( 'admin_notices', array( __CLASS__, 'show' ) );
	}

	public static function add( string $sentence ) {
		$user = get_current_user_id();
		$all  = array_filter( (array) get_user_meta( $user, self::KEY, true ) );
		if ( $user && ! in_array( $sentence, $all, true ) ) {
			update_user_meta( $user, self::KEY, array_slice( array_merge( $all, array( $sentence ) ), -self::MOST ) );
		}
	}

	public static function show() {
		$user = get_current_user_id();
		foreach ( array_filter( (array) get_user_meta( $user, self::KEY, true ) ) as $sentence ) {
			printf( '<div class="notice notice-warning is-dismissible"><p>%s</p></div>', esc_html( $sentence ) );
		}
		delete_user_meta( $user, self::KEY );
	}
}

<?php
/**
 * New uploads: the image is named before it is stored, and its texts are filled in when it is added to the library.
 * An upload never fails because of Nomina: then the file keeps its name and a notice says why.
 */

defined( 'ABSPATH' ) || exit;

final class Nomina_Uploads {
	const TYPES = array( 'jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp', 'tif', 'tiff', 'heic', 'avif', 'jxl' );

	/** What Nomina said about the file that is being uploaded. */
	private static $current = null;
	/** The same by the path under which the file was stored. */
	private static $stored = array();

	public static function register() {
		add_filter( 'wp_handle_upload_prefilter', array( __CLASS__, 'name' ) );
		add_filter( 'wp_handle_sideload_prefilter', array( __CLASS__, 'name' ) );
		add_filter( 'wp_handle_upload', array( __CLASS__, 'remember' ) );
		add_action( 'add_attachment', array( __CLASS__, 'fill_in' ) );
	}

	/** Asks for a name before the file is stored. */
	public static function name( $file ) {
		self::$current = null;
		$extension     = strtolower( pathinfo( (string) ( $file['name'] ?? '' ), PATHINFO_EXTENSION ) );
		$settings      = Nomina_Settings::get();
		if ( ! in_array( $extension, self::TYPES, true ) || ! empty( $file['error'] ) || ! ( $settings['rename'] || $settings['alt'] || $settings['caption'] ) ) {
			return $file;
		}
		$named = Nomina_Settings::client()->name( $file['tmp_name'], $file['name'] );
		if ( ! is_wp_error( $named ) && empty( $named['success'] ) ) {
			$named = new WP_Error( 'nomina_no_name', (string) ( $named['error'] ?? __( 'No model could look at the image.', 'nomina' ) ) );
		}
		if ( is_wp_error( $named ) ) {
			/* translators: 1: file name, 2: reason */
			Nomina_Notices::add( sprintf( __( 'Nomina could not name %1$s, so it was uploaded as it is. %2$s', 'nomina' ), $file['name'], $named->get_error_message() ) );
			return $file;
		}
		self::$current = $named + array( 'oldName' => pathinfo( $file['name'], PATHINFO_FILENAME ) );
		$stem          = sanitize_file_name( (string) $named['suggestedName'] );
		if ( $settings['rename'] && '' !== $stem ) {
			// WordPress itself makes the name unique in its folder.
			$file['name'] = $stem . '.' . $extension;
		}
		return $file;
	}

	/** Notes under which path the named file was stored. */
	public static function remember( $upload ) {
		if ( self::$current && isset( $upload['file'] ) ) {
			self::$stored[ $upload['file'] ] = self::$current;
			self::$current                   = null;
		}
		return $upload;
	}

	/** Fills in what is empty; what a person wrote stays. */
	public static function fill_in( $attachment_id ) {
		$path  = get_attached_file( $attachment_id );
		$named = self::$stored[ $path ] ?? null;
		if ( ! $named ) {
			return;
		}
		unset( self::$stored[ $path ] );
		$settings = Nomina_Settings::get();
		$alt      = sanitize_text_field( (string) ( $named['altText'] ?? '' ) );
		if ( $settings['alt'] && '' !== $alt && '' === (string) get_post_meta( $attachment_id, '_wp_attachment_image_alt', true ) ) {
			update_post_meta( $attachment_id, '_wp_attachment_image_alt', wp_slash( $alt ) );
		}
		$post   = get_post( $attachment_id );
		$change = array( 'ID' => $attachment_id );
		if ( $settings['caption'] && '' !== $alt && '' === $post->post_excerpt ) {
			$change['post_excerpt'] = $alt;
		}
		$titles = array( '', $named['oldName'], sanitize_text_field( $named['oldName'] ), (string) $named['suggestedName'], pathinfo( $path, PATHINFO_FILENAME ) );
		if ( $settings['rename'] && in_array( $post->post_title, $titles, true ) ) {
			$change['post_title'] = ucfirst( str_replace( '-', ' ', (string) $named['suggestedName'] ) );
		}
		if ( count( $change ) > 1 ) {
			wp_update_post( wp_slash( $change ) );
		}
	}
}
